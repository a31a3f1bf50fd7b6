import { useWords } from '../../words/language.ts';
import classes from './money.module.css';

/** Decimal text of the interface, with the digits of its own currency: it is never made a number of the machine. */
export function Money({ amount, currency }: { amount: string | null; currency: string | null }) {
  const { locale } = useWords();
  if (amount === null) return <span aria-hidden>–</span>;
  return (
    <bdi className={classes.money} dir="ltr">
      <span className={classes.currency}>{currency}</span> {formatAmount(amount, locale)}
    </bdi>
  );
}

/** With all of its digits, as the language writes them. */
export function formatAmount(amount: string, locale: string): string {
  const [, fraction = ''] = amount.split('.');
  const digits = { minimumFractionDigits: fraction.length, maximumFractionDigits: fraction.length };
  // a text keeps all of its digits here; the types of the language are older than that
  return new Intl.NumberFormat(locale, digits).format(amount as `${number}`);
}
