//go:build !js

package router

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"github.com/huin/goupnp"
	"github.com/huin/goupnp/soap"
)

const (
	searchPort = 1900
	searchTime = 3 * time.Second
	maxAnswer  = 64 << 10
	maxPacket  = 2 << 10
	maxPlaces  = 4 // at which a gateway may say that its description is
)

var searchGroup = netip.MustParseAddr("239.255.255.250")

// search is the question for gateways of either version: the second answers to the first's name.
var search = []byte("M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: \"ssdp:discover\"\r\nMX: 1\r\nST: urn:schemas-upnp-org:device:InternetGatewayDevice:1\r\n\r\n")

// services are those that open ports, the best first.
var services = []string{
	"urn:schemas-upnp-org:service:WANIPConnection:2", "urn:schemas-upnp-org:service:WANIPConnection:1", "urn:schemas-upnp-org:service:WANPPPConnection:1",
}

// A upnp asks by UPnP.
type upnp struct {
	service string
	client  *soap.SOAPClient
	inner   netip.Addr
}

// findUPnP searches for the gateway's description, there and by multicast.
func findUPnP(ctx context.Context, p place) (way, netip.Addr, error) {
	c, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.AddrPortFrom(p.inner, 0)))
	if err != nil {
		return nil, netip.Addr{}, ErrSilent
	}
	defer c.Close()
	defer context.AfterFunc(ctx, func() { c.Close() })()
	if err := c.SetDeadline(time.Now().Add(searchTime)); err != nil {
		return nil, netip.Addr{}, ErrSilent
	}
	for _, to := range []netip.Addr{p.gateway, searchGroup, p.gateway, searchGroup} {
		_, _ = c.WriteToUDPAddrPort(search, netip.AddrPortFrom(to, searchPort)) // either may lead nowhere
	}
	client := only(p.gateway)
	asked := map[string]bool{}
	for b := make([]byte, maxPacket); len(asked) < maxPlaces; {
		n, from, err := c.ReadFromUDPAddrPort(b)
		if err != nil {
			break
		}
		location := whence(b[:n])
		if from.Addr().Unmap() != p.gateway || location == nil || asked[location.String()] {
			continue
		}
		asked[location.String()] = true
		if u, outer, err := describe(ctx, client, location, p.inner); err == nil {
			return u, outer, nil
		}
	}
	return nil, netip.Addr{}, ErrSilent
}

// whence reads where an answer says that the description is.
func whence(b []byte) *url.URL {
	r, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(b)), nil)
	if err != nil {
		return nil
	}
	defer r.Body.Close()
	u, err := url.Parse(r.Header.Get("Location"))
	if err != nil || r.StatusCode != http.StatusOK || u.Scheme != "http" {
		return nil
	}
	return u
}

// describe reads a description, and asks each service that it names for the address outside.
func describe(ctx context.Context, client http.Client, location *url.URL, inner netip.Addr) (u upnp, outer netip.Addr, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, location.String(), nil)
	if err != nil {
		return u, outer, err
	}
	resp, err := client.Do(r)
	if err != nil {
		return u, outer, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return u, outer, fmt.Errorf("the description: %s", resp.Status)
	}
	var root goupnp.RootDevice
	d := xml.NewDecoder(resp.Body)
	d.DefaultSpace = goupnp.DeviceXMLNamespace
	if err := d.Decode(&root); err != nil {
		return u, outer, err
	}
	base := location
	if root.URLBaseStr != "" {
		if base, err = url.Parse(root.URLBaseStr); err != nil {
			return u, outer, err
		}
	}
	root.SetURLBase(base)
	err = errors.New("no service opens ports")
	for _, name := range services {
		for _, s := range root.Device.FindService(name) {
			u = upnp{name, s.NewSOAPClient(), inner}
			u.client.HTTPClient = client
			var answer struct{ NewExternalIPAddress string }
			if err = u.client.PerformActionCtx(ctx, name, "GetExternalIPAddress", nil, &answer); err != nil {
				continue
			}
			if outer, err = netip.ParseAddr(answer.NewExternalIPAddress); err == nil {
				return u, outer.Unmap(), nil
			}
		}
	}
	return u, outer, err
}

// always is the error of a router that opens ports only until they are closed.
const always = 725

func (u upnp) open(ctx context.Context, port uint16) error {
	n := strconv.Itoa(int(port))
	question := struct {
		NewRemoteHost, NewExternalPort, NewProtocol, NewInternalPort, NewInternalClient, NewEnabled, NewPortMappingDescription, NewLeaseDuration string
	}{"", n, "TCP", n, u.inner.String(), "1", "fives", strconv.Itoa(int(lease / time.Second))}
	err := u.client.PerformActionCtx(ctx, u.service, "AddPortMapping", &question, nil)
	var fault *soap.SOAPFaultError
	if errors.As(err, &fault) && fault.Detail.UPnPError.Errorcode == always {
		question.NewLeaseDuration = "0"
		err = u.client.PerformActionCtx(ctx, u.service, "AddPortMapping", &question, nil)
	}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &fault):
		return fmt.Errorf("%w: %d %.80q", ErrRefused, fault.Detail.UPnPError.Errorcode, fault.Detail.UPnPError.ErrorDescription)
	}
	return fmt.Errorf("%w: %v", ErrRefused, err)
}

func (u upnp) close(ctx context.Context, port uint16) error {
	question := struct{ NewRemoteHost, NewExternalPort, NewProtocol string }{"", strconv.Itoa(int(port)), "TCP"}
	return u.client.PerformActionCtx(ctx, u.service, "DeletePortMapping", &question, nil)
}

// only returns a client that connects to one address, follows nobody elsewhere, and reads no more
// than an answer may have.
func only(gateway netip.Addr) http.Client {
	return http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: short{&http.Transport{
			DisableKeepAlives: true, MaxResponseHeaderBytes: maxAnswer,
			DialContext: func(ctx context.Context, _, address string) (net.Conn, error) {
				at, err := netip.ParseAddrPort(address)
				if err != nil || at.Addr().Unmap() != gateway {
					return nil, fmt.Errorf("%q is not the router", address)
				}
				return new(net.Dialer).DialContext(ctx, "tcp4", at.String())
			},
		}},
	}
}

// A short transport cuts off what is longer than an answer may be.
type short struct{ http.RoundTripper }

func (s short) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := s.RoundTripper.RoundTrip(r)
	if err == nil {
		resp.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(resp.Body, maxAnswer), resp.Body}
	}
	return resp, err
}
