package plain

import (
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes a text safe for a terminal: control characters, and those that
// turn the direction of writing or cannot be seen, become "·". Newlines too.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return '·'
		}
		return r
	}, s)
}

// Cleaned is a copy of a value with every text in it clean, however deep it lies.
func Cleaned[T any](v T) T {
	return cleaned(reflect.ValueOf(&v).Elem()).Interface().(T)
}

func cleaned(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	switch k := v.Kind(); {
	case k == reflect.String:
		c.SetString(Clean(v.String()))
	case k == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				c.Field(i).Set(cleaned(v.Field(i)))
			}
		}
	case (k == reflect.Slice || k == reflect.Map || k == reflect.Pointer || k == reflect.Interface) && v.IsNil():
	case k == reflect.Slice:
		c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			c.Index(i).Set(cleaned(v.Index(i)))
		}
	case k == reflect.Map:
		c.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for it := v.MapRange(); it.Next(); {
			c.SetMapIndex(cleaned(it.Key()), cleaned(it.Value()))
		}
	case k == reflect.Pointer:
		c.Set(reflect.New(v.Type().Elem()))
		c.Elem().Set(cleaned(v.Elem()))
	case k == reflect.Interface:
		c.Set(cleaned(v.Elem()))
	}
	return c
}
