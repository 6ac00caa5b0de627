package shown

import (
	"reflect"
	"testing"

	"fives/engine/card"
)

func TestParse(t *testing.T) {
	got := Blocks("# Title\n\nOne line.\n2.1 A rule\n- an item\n| a | b |\n|---|---|\n| 1 | 2 |\n```cards\n7♥\n```\nend")
	want := []Block{
		{Kind: HeadingBlock, Text: "Title"}, {}, {Text: "One line."},
		{Kind: ItemBlock, Marker: "2.1 ", Text: "A rule"}, {Kind: ItemBlock, Marker: "- ", Text: "an item"},
		{Kind: TableBlock, Rows: [][]string{{"a", "b"}, {"1", "2"}}},
		{Kind: CodeBlock, Mark: "cards", Lines: []string{"7♥"}}, {Text: "end"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if got := Blocks("```\nwithout an end"); len(got) != 1 || len(got[0].Lines) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestInline(t *testing.T) {
	seven, err := card.Parse("7h")
	if err != nil {
		t.Fatal(err)
	}
	got := Runs("Take (7♥), **now**: `draw up`")
	want := []Run{
		{Says: card.Sentence{{Text: "Take ("}, {Card: seven}, {Text: "), "}}},
		{Strong: true, Says: card.Sentence{{Text: "now"}}}, {Says: card.Sentence{{Text: ": "}}},
		{Strong: true, Says: card.Sentence{{Text: "draw up"}}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
