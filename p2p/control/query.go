package control

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
)

// params lists the fields of a request that travel in the URL: those with a query tag, also in
// embedded structs.
func params(t reflect.Type) []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Tag.Get("query") == "" })
}

// keys lists the names of the fields of a request that travel in the body.
func keys(t reflect.Type) []string {
	var names []string
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous && f.Tag.Get("query") == "" {
			names = append(names, f.Name)
		}
	}
	return names
}

func hasBody(t reflect.Type) bool { return len(keys(t)) > 0 }

// writeQuery returns the query of a request, without fields that have their zero value.
func writeQuery(in any) url.Values {
	q := url.Values{}
	v := reflect.ValueOf(in)
	for _, f := range params(v.Type()) {
		key, v := f.Tag.Get("query"), v.FieldByIndex(f.Index)
		switch {
		case v.IsZero():
		case v.Kind() == reflect.Slice:
			q[key] = v.Interface().([]string)
		default:
			q.Set(key, fmt.Sprint(v.Interface()))
		}
	}
	return q
}

// readQuery fills in from a query, and refuses keys that in does not have.
func readQuery(q url.Values, in any) error {
	v := reflect.ValueOf(in).Elem()
	for _, f := range params(v.Type()) {
		key := f.Tag.Get("query")
		if err := readParam(v.FieldByIndex(f.Index), q[key]); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		delete(q, key)
	}
	for key := range q {
		return fmt.Errorf("unknown key %q", key)
	}
	return nil
}

func readParam(v reflect.Value, texts []string) (err error) {
	if v.Kind() == reflect.Slice {
		v.Set(reflect.ValueOf(texts))
		return nil
	}
	if len(texts) > 1 {
		return fmt.Errorf("%d values, not one", len(texts))
	}
	if len(texts) == 0 || texts[0] == "" {
		return nil
	}
	switch text := texts[0]; v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		is, failed := strconv.ParseBool(text)
		v.SetBool(is)
		err = failed
	case reflect.Int:
		n, failed := strconv.Atoi(text)
		v.SetInt(int64(n))
		err = failed
	case reflect.Uint64:
		n, failed := strconv.ParseUint(text, 10, 64)
		v.SetUint(n)
		err = failed
	default:
		panic("control: a parameter of type " + v.Type().String())
	}
	if err != nil {
		return fmt.Errorf("not a %s: %q", v.Type(), texts[0])
	}
	return nil
}
