import type { Explanation } from '@cardwright/contract';
import classes from './decision-sentences.module.css';

/** What a person would say: the first sentence is the answer, the others are its proof and what could be done. */
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
