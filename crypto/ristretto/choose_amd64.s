#include "textflag.h"

// func chooseAVX2(a *affine, row *affine, n, index int)
// Reads all n entries of 128 bytes, and keeps the one whose number is index.
TEXT ·chooseAVX2(SB), NOSPLIT, $0-32
	MOVQ         a+0(FP), DI
	MOVQ         row+8(FP), SI
	MOVQ         n+16(FP), CX
	VPBROADCASTQ index+24(FP), Y4
	VPXOR        Y5, Y5, Y5         // the number of the entry
	VPCMPEQQ     Y6, Y6, Y6         // −1
	VPXOR        Y0, Y0, Y0
	VPXOR        Y1, Y1, Y1
	VPXOR        Y2, Y2, Y2
	VPXOR        Y3, Y3, Y3

entry:
	VPCMPEQQ Y4, Y5, Y7
	VPAND    (SI), Y7, Y8
	VPAND    32(SI), Y7, Y9
	VPAND    64(SI), Y7, Y10
	VPAND    96(SI), Y7, Y11
	VPOR     Y8, Y0, Y0
	VPOR     Y9, Y1, Y1
	VPOR     Y10, Y2, Y2
	VPOR     Y11, Y3, Y3
	VPSUBQ   Y6, Y5, Y5
	ADDQ     $128, SI
	DECQ     CX
	JNZ      entry

	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET
