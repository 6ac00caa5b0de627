package demo

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// routeMessage asks for a route to all of IPv4 multicast over an interface.
func routeMessage(index int) []byte {
	order := binary.NativeEndian
	body := []byte{
		unix.AF_INET, 4 /* bits of the destination */, 0, 0,
		unix.RT_TABLE_MAIN, unix.RTPROT_BOOT, unix.RT_SCOPE_LINK, unix.RTN_UNICAST,
		0, 0, 0, 0, // flags
	}
	body = attribute(body, unix.RTA_DST, []byte{224, 0, 0, 0})
	body = attribute(body, unix.RTA_OIF, order.AppendUint32(nil, uint32(index)))
	var head []byte
	head = order.AppendUint32(head, uint32(unix.SizeofNlMsghdr+len(body)))
	head = order.AppendUint16(head, unix.RTM_NEWROUTE)
	head = order.AppendUint16(head, unix.NLM_F_REQUEST|unix.NLM_F_ACK|unix.NLM_F_CREATE|unix.NLM_F_REPLACE)
	head = order.AppendUint32(head, 1) // sequence number
	head = order.AppendUint32(head, 0) // to the kernel
	return append(head, body...)
}

// attribute appends a route attribute. Values of four bytes need no padding.
func attribute(b []byte, kind uint16, value []byte) []byte {
	b = binary.NativeEndian.AppendUint16(b, uint16(unix.SizeofRtAttr+len(value)))
	b = binary.NativeEndian.AppendUint16(b, kind)
	return append(b, value...)
}

// readAck reads the kernel's answer to one request.
func readAck(msg []byte) error {
	if len(msg) < unix.SizeofNlMsghdr+4 || binary.NativeEndian.Uint16(msg[4:]) != unix.NLMSG_ERROR {
		return errors.New("demo: the kernel gives no answer about a route")
	}
	if code := int32(binary.NativeEndian.Uint32(msg[unix.SizeofNlMsghdr:])); code != 0 {
		return fmt.Errorf("demo: multicast route: %w", unix.Errno(-code))
	}
	return nil
}
