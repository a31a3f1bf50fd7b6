import { MeanwhileNotice } from '../../parts/page/meanwhile-notice.tsx';
import { useWords } from '../../words/language.ts';
import classes from './controls.module.css';
import { DifferenceWords } from './difference-words.tsx';
import type { DraftState } from './use-settings-draft.ts';

/** Shows settings that someone else changed while this page was edited, before anything is saved over them. */
export function ConflictNotice({
  state: { conflict, goOn, draft },
  currency,
}: {
  state: DraftState;
  currency: string;
}) {
  const { t } = useWords();
  if (conflict.length === 0) return null;
  return (
    <MeanwhileNotice title={t('meanwhile.title')} goOn={goOn}>
      <ul className={classes.differences}>
        {conflict.map((difference) => (
          <li key={difference.field}>
            <DifferenceWords of={difference} currency={currency} />
            {draft?.values[difference.field] !== undefined && ` – ${t('meanwhile.yours')}`}
          </li>
        ))}
      </ul>
    </MeanwhileNotice>
  );
}
