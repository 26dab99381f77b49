// Package stub holds SDKs that connect and authenticate as they should and then
// lie about the page. A scenario that passes on one of them proves nothing: it
// believes what an SDK says. Every scenario must fail on every stub.
package stub
