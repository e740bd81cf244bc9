/** Numbers as people read them: degrees, millimetres, centimetres. */

/** A way with its sign: "+34 mm". */
export const signedInWords = (way: number): string => `${way < 0 ? "−" : "+"}${(1000 * Math.abs(way)).toFixed(0)} mm`;

/** An error in words: "34 mm", "1.2 m", "3.4°". */
export function inWords(error: number, unit: "m" | "rad"): string {
  if (unit === "rad") {
    const degrees = (error * 180) / Math.PI;
    return `${degrees.toFixed(degrees < 10 ? 1 : 0)}°`;
  }
  const millimetres = error * 1000;
  if (millimetres < 1000) return `${millimetres.toFixed(millimetres < 1 ? 2 : millimetres < 10 ? 1 : 0)} mm`;
  return `${error.toFixed(2)} m`;
}
