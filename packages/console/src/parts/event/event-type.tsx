import { useWords } from '../../words/language.ts';
import classes from './event-type.module.css';
import { eventWord } from './event-words.ts';

/** Shows the code of an event type with its meaning. */
export function EventType({ type, indicator = null }: { type: string; indicator?: string | null }) {
  const { t } = useWords();
  const word = eventWord(type, indicator);
  return (
    <span className={classes.event}>
      <bdi dir="ltr" className={classes.type}>
        {type}
      </bdi>
      {word !== undefined && <span className={classes.meaning}>{t(word)}</span>}
    </span>
  );
}
