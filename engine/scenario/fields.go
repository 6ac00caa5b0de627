package scenario

import (
	"fmt"
	"slices"
	"strconv"
)

func within(at string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s.%w", at, err)
}

// A reader converts a decoded value; at is its place in the file.
type reader[T any] func(at string, v any) (T, error)

func required[T any](o object, key string, read reader[T]) (T, error) {
	v, ok := o.get(key)
	if !ok {
		var none T
		return none, fmt.Errorf("%s: is missing", key)
	}
	return read(key, v)
}

func optional[T any](o object, key string, otherwise T, read reader[T]) (T, error) {
	v, ok := o.get(key)
	if !ok {
		return otherwise, nil
	}
	return read(key, v)
}

func listOf[T any](read reader[T]) reader[[]T] {
	return func(at string, v any) ([]T, error) {
		given, ok := v.([]any)
		if !ok {
			return nil, fmt.Errorf("%s: is not a list", at)
		}
		list := make([]T, len(given))
		for i := range given {
			x, err := read(at+"["+strconv.Itoa(i)+"]", given[i])
			if err != nil {
				return nil, err
			}
			list[i] = x
		}
		return list, nil
	}
}

func text(at string, v any) (string, error) {
	t, ok := v.(string)
	if !ok {
		return "", fmt.Errorf("%s: is not a string", at)
	}
	return t, nil
}

func boolean(at string, v any) (bool, error) {
	b, ok := v.(bool)
	if !ok {
		return false, fmt.Errorf("%s: is not true or false", at)
	}
	return b, nil
}

func isObject(at string, v any) (object, error) {
	o, ok := v.(object)
	if !ok {
		return nil, fmt.Errorf("%s: is not an object", at)
	}
	return o, nil
}

// fields reads an object and refuses unknown keys.
func fields(at string, v any, known ...string) (object, error) {
	o, err := isObject(at, v)
	for _, m := range o {
		if !slices.Contains(known, m.key) {
			return nil, fmt.Errorf("%s: there is no key %q", at, m.key)
		}
	}
	return o, err
}
