// Package prometheus counts nothing: nobody reads the counters of a page.
package prometheus

// A Collector is whatever counts.
type Collector interface{ Describe() }

// A Registerer knows what counts.
type Registerer interface{ Register(Collector) error }

// DefaultRegisterer takes whatever counts, and forgets it.
var DefaultRegisterer Registerer = nobody{}

type nobody struct{}

func (nobody) Register(Collector) error { return nil }

// AlreadyRegisteredError is never returned.
type AlreadyRegisteredError struct{}

func (AlreadyRegisteredError) Error() string { return "prometheus: registered already" }

// Labels are names and values of one row.
type Labels map[string]string

// CounterOpts name a counter.
type CounterOpts struct{ Namespace, Subsystem, Name, Help string }

// GaugeOpts name a gauge.
type GaugeOpts CounterOpts

// HistogramOpts name a histogram.
type HistogramOpts struct {
	Namespace, Subsystem, Name, Help string
	Buckets                          []float64
}

// A Counter goes up.
type Counter interface {
	Collector
	Inc()
	Add(float64)
}

// A Gauge goes up and down.
type Gauge interface {
	Counter
	Set(float64)
	Dec()
	Sub(float64)
}

// An Observer takes single values.
type Observer interface{ Observe(float64) }

// A Histogram counts values by their size.
type Histogram interface {
	Collector
	Observer
}

// none is all of them.
type none struct{}

func (none) Describe()       {}
func (none) Inc()            {}
func (none) Dec()            {}
func (none) Add(float64)     {}
func (none) Sub(float64)     {}
func (none) Set(float64)     {}
func (none) Observe(float64) {}

// A vec is a family whose rows are of type T.
type vec[T any] struct {
	none
	row T
}

// With returns a row.
func (v *vec[T]) With(Labels) T { return v.row }

// WithLabelValues returns a row.
func (v *vec[T]) WithLabelValues(...string) T { return v.row }

// Families of counters, gauges and histograms.
type (
	CounterVec   struct{ vec[Counter] }
	GaugeVec     struct{ vec[Gauge] }
	HistogramVec struct{ vec[Observer] }
)

// NewCounterVec returns a family of counters.
func NewCounterVec(CounterOpts, []string) *CounterVec { return &CounterVec{vec[Counter]{row: none{}}} }

// NewGaugeVec returns a family of gauges.
func NewGaugeVec(GaugeOpts, []string) *GaugeVec { return &GaugeVec{vec[Gauge]{row: none{}}} }

// NewHistogramVec returns a family of histograms.
func NewHistogramVec(HistogramOpts, []string) *HistogramVec {
	return &HistogramVec{vec[Observer]{row: none{}}}
}

// NewGauge returns a gauge.
func NewGauge(GaugeOpts) Gauge { return none{} }

// NewHistogram returns a histogram.
func NewHistogram(HistogramOpts) Histogram { return none{} }

// LinearBuckets returns no buckets.
func LinearBuckets(_, _ float64, _ int) []float64 { return nil }

// ExponentialBuckets returns no buckets.
func ExponentialBuckets(_, _ float64, _ int) []float64 { return nil }
