import { explainField } from '@cardwright/contract';
import { Money } from '../../parts/value/money.tsx';
import { useWords } from '../../words/language.ts';
import { displayField, type Message } from './field-value.ts';
import classes from './message-table.module.css';

/** Shows a received message field by field, with the meaning of each. The card number is masked. */
export function MessageTable({ message }: { message: Message }) {
  const { t, language } = useWords();
  return (
    <table className={classes.message} aria-label={t('decision.message')}>
      <tbody>
        {Object.entries(message).map(([name, value]) => (
          <tr key={name} data-field={name}>
            <th scope="row">
              <bdi dir="ltr" className={classes.field}>
                {name}
              </bdi>
              <span className={classes.meaning}>{explainField(name, language)}</span>
            </th>
            <td>
              <bdi dir="ltr" className={classes.value}>
                {typeof value === 'string' ? value : JSON.stringify(value)}
              </bdi>
              <DecodedValue name={name} message={message} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DecodedValue({ name, message }: { name: string; message: Message }) {
  const { language, locale } = useWords();
  const decoded = displayField(name, message, language, locale);
  if (decoded === undefined) return null;
  return (
    <span className={classes.decodedValue}>
      {decoded.kind === 'money' ? (
        <Money amount={decoded.amount} currency={decoded.currency} />
      ) : (
        <bdi>{decoded.name}</bdi>
      )}
    </span>
  );
}
