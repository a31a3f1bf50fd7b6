import { useWords } from '../../words/language.ts';
import classes from './money.module.css';

/**
 * Formats a decimal text of the interface with the digits of its own currency. It is never converted to a
 * floating-point number.
 */
export function Money({ amount, currency }: { amount: string | null; currency: string | null }) {
  const { locale } = useWords();
  if (amount === null) return <span aria-hidden>–</span>;
  return (
    <bdi className={classes.money} dir="ltr">
      <span className={classes.currency}>{currency}</span> {formatAmount(amount, locale)}
    </bdi>
  );
}

/** Formats all digits in the style of the language. */
export function formatAmount(amount: string, locale: string): string {
  const [, fraction = ''] = amount.split('.');
  const digits = { minimumFractionDigits: fraction.length, maximumFractionDigits: fraction.length };
  // `format` keeps all digits of a string. The type definitions of the language do not cover this yet.
  return new Intl.NumberFormat(locale, digits).format(amount as `${number}`);
}
