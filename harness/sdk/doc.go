// Package sdk describes the implementation under test: the file that a business
// page would load ([Artifact]) and what differs from one implementation to the
// next ([Profile]): its dialect on the wire, how it is started, how a user finds
// its controls. Scenarios know neither; they speak of roles, labels and control
// names.
package sdk
