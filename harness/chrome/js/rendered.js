// The text of an element as a person reads it, and as it stands in the markup
// where the element is no HTML.
function () {
  return this.innerText ?? this.textContent ?? "";
}
