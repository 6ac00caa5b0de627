package tui

import (
	"reflect"
	"time"

	"fives/cli/words"
)

// clean makes every text in an answer of the daemon safe for the terminal,
// however deep it lies. The answer itself stays as it is.
func clean[T any](v T) T {
	scrub(reflect.ValueOf(&v).Elem())
	return v
}

var timeType = reflect.TypeFor[time.Time]()

// scrub cleans a value that can be set.
func scrub(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(words.Clean(v.String()))
	case reflect.Struct:
		if v.Type() == timeType {
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				scrub(v.Field(i))
			}
		}
	case reflect.Slice:
		scrubSlice(v)
	case reflect.Pointer:
		if !v.IsNil() {
			p := reflect.New(v.Type().Elem())
			p.Elem().Set(scrubbed(v.Elem()))
			v.Set(p)
		}
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(scrubbed(v.Elem()))
		}
	case reflect.Map:
		scrubMap(v)
	}
}

// scrubbed is the clean copy of a value that cannot be set where it is.
func scrubbed(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	scrub(c)
	return c
}

func scrubSlice(v reflect.Value) {
	if v.IsNil() {
		return
	}
	c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	reflect.Copy(c, v)
	for i := range c.Len() {
		scrub(c.Index(i))
	}
	v.Set(c)
}

func scrubMap(m reflect.Value) {
	if m.IsNil() {
		return
	}
	c := reflect.MakeMapWithSize(m.Type(), m.Len())
	for it := m.MapRange(); it.Next(); {
		c.SetMapIndex(scrubbed(it.Key()), scrubbed(it.Value()))
	}
	m.Set(c)
}
