// The one way to write a number in JavaScript; its golden table is tests/golden/numbers.json.

const LARGE = 1e6, WHOLE = 1e9, ROUNDING = 1e-9; // as in core/numbers.py

/** Digits and power of ten of a number rounded to so many significant digits; exact halves go to the even digit. */
function rounded(value, digits) {
  const [exact, exponent] = Math.abs(value).toExponential(60).split("e"), all = exact.replace(".", "");
  const [kept, rest] = [BigInt(all.slice(0, digits)), all.slice(digits)];
  const up = rest[0] > "5" || (rest[0] === "5" && (/[1-9]/.test(rest.slice(1)) || kept % 2n === 1n));
  const text = String(up ? kept + 1n : kept), carried = text.length > digits;
  return { digits: text.slice(0, digits), power: Number(exponent) + (carried ? 1 : 0) };
}

/** The nearest whole number; a half goes to the even one. */
function nearest(size) {
  const below = Math.floor(size), rest = size - below;
  return below + (rest > 0.5 || (rest === 0.5 && below % 2) ? 1 : 0);
}

const grouped = (text) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
const trimmed = (text) => (text.includes(".") ? text.replace(/\.?0*$/, "") : text);
const raised = (power) => [...String(power)].map((sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign])).join("");

/** A number as in a book, like `plain` of core/numbers.py: 0.0031, 1,920, −4.5×10⁻⁷. */
export function numberText(value, digits = 3) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const sign = value < 0 ? "−" : "", size = Math.abs(value);
  if (Number.isInteger(size) && size < WHOLE) return sign + grouped(String(size));
  const count = size < ROUNDING ? Math.min(digits, 2) : digits, { digits: kept, power } = rounded(size, count);
  if (power < -4 || power >= count) {
    if (size >= 1 && size < LARGE) return sign + grouped(String(nearest(size)));
    return `${sign}${trimmed(`${kept[0]}.${kept.slice(1)}`)}×10${raised(power)}`;
  }
  if (power < 0) return `${sign}${trimmed(`0.${"0".repeat(-power - 1)}${kept}`)}`;
  return sign + trimmed(`${grouped(kept.slice(0, power + 1))}.${kept.slice(power + 1)}`);
}

/** A number short enough for a cell: all cells of a picture with as many decimals as its scale can show. */
export function cellText(value, { scale, limit }) {
  if (!Number.isFinite(value) || value === 0) return numberText(value);
  if (scale === "magnitude" && Number.isInteger(value)) return numberText(value, 5);
  if (limit < 0.1 || limit >= 1e5) return numberText(value, 2);
  const decimals = limit >= 100 ? 0 : limit >= 10 ? 1 : 2, text = value.toFixed(decimals);
  return (Number(text) ? text : text.replace("-", "")).replace("-", "−");
}

/** A share as percent: 95%, 3.2%, 99.6%; never 100% for what is not all of it, nor 0% for what is something. */
export function percent(share) {
  const value = 100 * share;
  if (value > 0 && value < 0.1) return "<0.1%";
  if (value >= 99.95 && value < 100) return ">99.9%";
  const whole = value === 0 || value >= 100 || (value >= 9.95 && value < 99);
  return `${whole ? Math.round(value) : value.toFixed(1)}%`;
}
