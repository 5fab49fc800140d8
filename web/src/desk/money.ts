/** An amount that the server wrote, as people write it. */
export function money(amount: string, currency: string, language: string): string {
  const value = Number(amount);
  const digits = Number.isInteger(value) ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency, ...digits }).format(value);
  } catch {
    return `${amount} ${currency}`;
  }
}
