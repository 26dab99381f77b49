/** Mean structural similarity of the luma over 8x8 windows, as in harness/oracle/pixels. */
export function similarity(a, b, width, height) {
  const luma = (d) => Float64Array.from({ length: width * height }, (_, i) => 0.29889531 * d[4 * i] + 0.58662247 * d[4 * i + 1] + 0.11448223 * d[4 * i + 2]);
  const x = luma(a);
  const y = luma(b);
  let sum = 0;
  let count = 0;
  for (let top = 0; top + 8 <= height; top += 4) {
    for (let left = 0; left + 8 <= width; left += 4) {
      let [sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0];
      for (let row = 0; row < 8; row++) {
        for (let i = (top + row) * width + left, end = i + 8; i < end; i++) {
          sx += x[i];
          sy += y[i];
          sxx += x[i] * x[i];
          syy += y[i] * y[i];
          sxy += x[i] * y[i];
        }
      }
      const mx = sx / 64;
      const my = sy / 64;
      sum += ((2 * mx * my + 6.5025) * (2 * (sxy / 64 - mx * my) + 58.5225)) / ((mx * mx + my * my + 6.5025) * (sxx / 64 - mx * mx + syy / 64 - my * my + 58.5225));
      count++;
    }
  }
  return sum / count;
}
