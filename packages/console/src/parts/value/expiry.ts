/** Writes an expiry of the interface, `YYMM`, as on a card: `MM/YY`. */
export function formatExpiry(yearMonth: string): string {
  return `${yearMonth.slice(2)}/${yearMonth.slice(0, 2)}`;
}
