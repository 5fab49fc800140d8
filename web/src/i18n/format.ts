// Numbers, sizes, times and dates as the reader's language has them.
export interface Formats {
  number: (value: number) => string;
  decimal: (value: number, digits: number) => string;
  percent: (value: number) => string;
  bytes: (value: number) => string;
  duration: (milliseconds: number) => string;
  cost: (value: number) => string;
  /** The name of a currency, from its code. */
  currency: (code: string) => string;
  exact: (when: string | Date) => string;
  day: (when: string | Date) => string;
  /** With the day of the week, for what is decided by it. */
  weekday: (when: string | Date) => string;
  time: (when: string | Date) => string;
  relative: (when: string | Date, now?: Date) => string;
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a day that exists, and nothing else. */
export function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(new Date(text).getTime());
}

/** For a language or one of its variants: `es`, `es-MX`. */
export function formatsOf(language: string, currency: string): Formats {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const exact = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "medium" });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short" });
  const weekday = new Intl.DateTimeFormat(language, { dateStyle: "full" });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  // A day without an hour is that day wherever the reader is; read as UTC, it would be the day before in America.
  const date = (when: string | Date) => (typeof when === "string" ? new Date(DAY.test(when) ? `${when}T00:00` : when) : when);
  const decimal = (value: number, digits: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  const unit = (value: number, name: string, digits: number) =>
    new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short", maximumFractionDigits: digits }).format(value);
  return {
    number: (value) => number.format(value),
    decimal,
    percent: (value) => percent.format(value),
    bytes(value) {
      const step = value < 1000 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(value) / 3));
      const scaled = value / 1000 ** step;
      if (step === 0) return new Intl.NumberFormat(language, { style: "unit", unit: "byte", unitDisplay: "long" }).format(value);
      return unit(scaled, SIZES[step] ?? "byte", scaled < 10 && step > 0 ? 1 : 0);
    },
    duration(milliseconds) {
      if (milliseconds < 1) return `< ${unit(1, "millisecond", 0)}`;
      if (milliseconds < 1000) return unit(milliseconds, "millisecond", 0);
      if (milliseconds < 60_000) return unit(milliseconds / 1000, "second", 1);
      return unit(milliseconds / 60_000, "minute", 1);
    },
    cost: (value) =>
      new Intl.NumberFormat(language, {
        style: "currency",
        currency,
        // A call of a model costs a fraction of a cent; rounded, it would look free.
        ...(value !== 0 && Math.abs(value) < 0.1 ? { maximumFractionDigits: 5 } : {}),
      }).format(value),
    currency: (code) => new Intl.DisplayNames(language, { type: "currency" }).of(code) ?? code,
    exact: (when) => exact.format(date(when)),
    day: (when) => day.format(date(when)),
    weekday: (when) => weekday.format(date(when)),
    time: (when) => time.format(date(when)),
    relative(when, now = new Date()) {
      const seconds = (date(when).getTime() - now.getTime()) / 1000;
      const found = UNITS.find(([, size]) => Math.abs(seconds) >= size);
      if (!found) return relative.format(0, "second");
      return relative.format(Math.round(seconds / found[1]), found[0]);
    },
  };
}
