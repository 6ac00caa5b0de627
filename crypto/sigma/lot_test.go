package sigma

import (
	"encoding/hex"
	"encoding/json"
	"math/big"
	"os"
	"testing"

	"fives/crypto/ristretto"
	"fives/crypto/vectortest"
)

const lotVectors = "testdata/lot.json"

// lotVector is one entry of the file that SPEC §8 describes.
type lotVector struct {
	Head   string `json:"head"`
	Point  string `json:"point"`
	Secret string `json:"secret"`
	Sum    string `json:"sum"`
	Of     []int  `json:"of"`
	Drawn  []int  `json:"drawn"`
}

func TestLotVectors(t *testing.T) {
	var want []lotVector
	if *vectortest.Update {
		for i := range 4 {
			want = append(want, lotVector{Head: hex.EncodeToString([]byte{31: byte(i)}), Of: []int{1, 2, 3, 4, 5, 6, 14, 64}})
		}
	} else {
		b, err := os.ReadFile(lotVectors)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &want); err != nil {
			t.Fatal(err)
		}
	}
	var got []lotVector
	for i, v := range want {
		var head [32]byte
		if _, err := hex.Decode(head[:], []byte(v.Head)); err != nil {
			t.Fatal(err)
		}
		x := secret(t, byte(i))
		xe, u := x.Encode(), LotPoint(head)
		sum := u.Mul(x)
		ue, se := u.Encode(), sum.Encode()
		g := lotVector{Head: v.Head, Point: hex.EncodeToString(ue[:]), Secret: hex.EncodeToString(xe[:]), Sum: hex.EncodeToString(se[:]), Of: v.Of}
		for _, n := range v.Of {
			g.Drawn = append(g.Drawn, DrawLot(sum, n))
		}
		got = append(got, g)
	}
	vectortest.Stored(t, lotVectors, got)
}

// secret is a scalar that depends on i.
func secret(t *testing.T, i byte) ristretto.Scalar {
	t.Helper()
	x, err := ristretto.ScalarFromUniform([]byte{63: 0, 0: i + 1, 40: 7})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// The remainder is that of the whole number, and every seat is drawn about as often as
// any other.
func TestDrawLot(t *testing.T) {
	const draws = 6000
	for _, n := range []int{1, 2, 3, 6} {
		count := make([]int, n)
		for i := range draws {
			sum := LotPoint([32]byte{byte(i), byte(i >> 8), 1})
			var b [16]byte
			hashLot(resultDomain, sum.Encode(), b[:])
			d := DrawLot(sum, n)
			if want := new(big.Int).Mod(new(big.Int).SetBytes(b[:]), big.NewInt(int64(n))); want.Int64() != int64(d) {
				t.Fatalf("%d, not %d, of %x by %d", d, want, b, n)
			}
			count[d]++
		}
		for seat, c := range count {
			// Six standard deviations of a binomial distribution are below 240 here.
			if off := c - draws/n; off < -240 || off > 240 {
				t.Errorf("seat %d of %d is drawn %d times of %d", seat, n, c, draws)
			}
		}
	}
}

func TestLotPointsDiffer(t *testing.T) {
	if LotPoint([32]byte{1}).Equal(LotPoint([32]byte{2})) {
		t.Error("two heads have one point")
	}
}
