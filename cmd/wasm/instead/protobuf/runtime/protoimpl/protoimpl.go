// Package protoimpl is what generated code needs to compile: descriptions of messages that
// nobody reads.
package protoimpl

import (
	"errors"
	"fmt"
	"strconv"
	"unsafe"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// Versions of generated code, between which are all that this package knows.
const (
	MinVersion = 20
	MaxVersion = 20
)

// EnforceVersion does not compile if it is negative.
type EnforceVersion uint

// Parts of a message.
type (
	MessageState  struct{}
	SizeCache     struct{}
	UnknownFields struct{}
	Pointer       unsafe.Pointer
)

// LoadMessageInfo returns what describes no message.
func (*MessageState) LoadMessageInfo() *MessageInfo { return new(MessageInfo) }

// StoreMessageInfo forgets what describes a message.
func (*MessageState) StoreMessageInfo(*MessageInfo) {}

// EnumInfo describes an enumeration.
type EnumInfo struct{}

// Descriptor returns nothing.
func (*EnumInfo) Descriptor() protoreflect.EnumDescriptor { return nil }

// MessageInfo describes a message.
type MessageInfo struct{ OneofWrappers []any }

// MessageOf returns nothing.
func (*MessageInfo) MessageOf(any) protoreflect.Message { return nil }

// A DescBuilder is the description in bytes.
type DescBuilder struct {
	GoPackagePath                                     string
	RawDescriptor                                     []byte
	NumEnums, NumMessages, NumExtensions, NumServices int32
}

// A TypeBuilder is the description with Go's types.
type TypeBuilder struct {
	File              DescBuilder
	GoTypes           []any
	DependencyIndexes []int32
	EnumInfos         []EnumInfo
	MessageInfos      []MessageInfo
}

// Built is what Build returns.
type Built struct{ File protoreflect.FileDescriptor }

// Build builds nothing.
func (TypeBuilder) Build() Built { return Built{} }

// X has the functions that generated code calls.
var X export

type export struct{}

func (export) MessageStateOf(p Pointer) *MessageState { return (*MessageState)(p) }

// EnumStringOf returns the number, for there are no names.
func (export) EnumStringOf(_ protoreflect.EnumDescriptor, n protoreflect.EnumNumber) string {
	return strconv.Itoa(int(n))
}

// MessageStringOf returns the type of the message.
func (export) MessageStringOf(m protoreflect.ProtoMessage) string { return fmt.Sprintf("%T", m) }

func (export) UnmarshalJSONEnum(protoreflect.EnumDescriptor, []byte) (protoreflect.EnumNumber, error) {
	return 0, errors.New("protoimpl: a page knows no names of an enumeration")
}

func (export) CompressGZIP([]byte) []byte { return nil }
