import { useWords } from '../../words/language.ts';
import classes from './message-table.module.css';

/** The message as it was received, field by field. The card number in it is masked. */
export function MessageTable({ message }: { message: Readonly<Record<string, unknown>> }) {
  const { t } = useWords();
  return (
    <table className={classes.message} dir="ltr" aria-label={t('decision.message')}>
      <tbody>
        {Object.entries(message).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{typeof value === 'string' ? value : JSON.stringify(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
