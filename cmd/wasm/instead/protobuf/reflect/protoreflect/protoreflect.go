// Package protoreflect has the names that generated code has for what describes messages. In a
// page nothing describes them: package proto reads the tags of their fields.
package protoreflect

// A ProtoMessage is what generated code calls a message.
type ProtoMessage interface{ ProtoReflect() Message }

// Descriptions, which are all nil.
type (
	Message        any
	FileDescriptor any
	EnumType       any
	EnumDescriptor any
)

// An EnumNumber is the value of an enumeration.
type EnumNumber int32
