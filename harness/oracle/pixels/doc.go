// Package pixels compares two pictures of a page: the browser's own, which is the truth, and the one that the SDK drew
// (first seed, 6.3).
//
// Two measures are taken because neither is enough. The structural similarity (Wang et al. 2004, the mean over 8x8
// windows of the luma) falls where text moved or a box is missing but forgives a shade; the share of differing pixels
// counts every pixel whose colour a person could tell apart, antialiasing included. What may differ, because it is
// masked or could not be read, is cut out of both pictures; how much was cut is part of the report, since a picture that
// is all mask would otherwise win.
package pixels
