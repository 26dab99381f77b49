package bundle

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOfTheMarkdownLibraryTheLexerStays(t *testing.T) {
	module := `var L=class{lex(){}};var C=class{parse(){}};var v=new C;function x(a){return v.parse(a)}x.Lexer=L;x.parse=x;` +
		`var k=L.lex;export{C as Marked,L as Lexer,k as lexer,x as marked};` + "\n//# sourceMappingURL=marked.esm.js.map\n"
	got, err := lexerOnly(module)
	require.NoError(t, err)
	assert.Equal(t, "var L=class{lex(){}};var C=class{parse(){}};export{L as Lexer};\n", got)

	for _, other := range []string{"", "export{L as Lexer};", `var v=new C;function x(a){}export{x as marked};`} {
		_, err := lexerOnly(other)
		assert.ErrorContains(t, err, "changed its shape", other)
	}
}
