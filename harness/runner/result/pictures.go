package result

// Pictures show what a comparison of pictures found. They are kept with the failures alone.
type Pictures struct {
	// Expected is the browser's own picture, Actual the one of the SDK; Difference shows the first one faded, with what
	// differs in red and what was not compared in grey.
	Expected   Picture `json:"expected"`
	Actual     Picture `json:"actual"`
	Difference Picture `json:"difference"`
	// Different is the share of the compared pixels that differ, Cut the share that was not compared.
	Different float64 `json:"different"`
	Cut       float64 `json:"cut"`
}

// Picture is a PNG that a report puts into a file beside it.
type Picture struct {
	// File is its name within the report's folder, once it is written.
	File string `json:"file,omitempty"`
	PNG  []byte `json:"-"`
}
