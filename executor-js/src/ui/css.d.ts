/** Style sheets are taken in as text and adopted by the shadow root, which no Content Security Policy forbids. */
declare module "*.css" {
  const text: string;
  export default text;
}
