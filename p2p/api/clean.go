package api

import (
	"reflect"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Clean makes a text safe for a terminal: every character that cannot be printed becomes
// "·". Those are control characters, newlines among them, and characters that are invisible
// or change the direction of writing.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return '·'
		}
		return r
	}, s)
}

// Printable returns a text without the characters that cannot be printed, and trimmed.
func Printable(s string) string {
	clean := func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}
	return strings.TrimSpace(strings.Map(clean, strings.ToValidUTF8(s, "")))
}

// CleanAll returns a copy of v in which every text is clean, however deeply it is nested. Its times
// are without the reading of a clock that may stop while the device sleeps.
func CleanAll[T any](v T) T {
	return cleanCopy(reflect.ValueOf(&v).Elem()).Interface().(T)
}

func cleanCopy(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	switch k := v.Kind(); {
	case k == reflect.String:
		c.SetString(Clean(v.String()))
	case v.Type() == reflect.TypeFor[time.Time]():
		c.Set(reflect.ValueOf(v.Interface().(time.Time).Round(0)))
	case k == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				c.Field(i).Set(cleanCopy(v.Field(i)))
			}
		}
	case (k == reflect.Slice || k == reflect.Map || k == reflect.Pointer || k == reflect.Interface) && v.IsNil():
	case k == reflect.Slice:
		c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			c.Index(i).Set(cleanCopy(v.Index(i)))
		}
	case k == reflect.Map:
		c.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for it := v.MapRange(); it.Next(); {
			c.SetMapIndex(cleanCopy(it.Key()), cleanCopy(it.Value()))
		}
	case k == reflect.Pointer:
		c.Set(reflect.New(v.Type().Elem()))
		c.Elem().Set(cleanCopy(v.Elem()))
	case k == reflect.Interface:
		c.Set(cleanCopy(v.Elem()))
	}
	return c
}
