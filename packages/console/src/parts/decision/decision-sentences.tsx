import type { Explanation } from '@cardwright/contract';
import classes from './decision-sentences.module.css';

/** Explains a decision in sentences. The first is the result, the others give the reasons and possible actions. */
export function DecisionSentences({ explanation: { language, sentences } }: { explanation: Explanation }) {
  return (
    <div className={classes.sentences} lang={language} data-sentences>
      {sentences.map(({ about, text }) => (
        <p key={text} data-about={about}>
          {text}
        </p>
      ))}
    </div>
  );
}
