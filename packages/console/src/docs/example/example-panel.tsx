import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { DescribedOperation, Example } from '../text/contents.ts';
import { WORDS } from '../text/docs-words.ts';
import { useSettings } from '../text/use-settings.ts';
import { CodeBlock } from './code-block.tsx';
import classes from './example-panel.module.css';
import { responseText } from './example-text.ts';
import { publishedCallerOf } from './send-example.ts';
import { CODE_LANGUAGES, LANGUAGES, type SnippetLanguage, snippetOf } from './snippets.ts';
import { TryIt } from './try-it.tsx';

/**
 * Shows the examples of an operation one at a time, in the language of the reader, with the response and a send button.
 */
export function ExamplePanel({ operation }: { operation: DescribedOperation }) {
  const settings = useSettings();
  const { operatorPrefix: prefix } = settings;
  const { example: chosen } = useSearch({ strict: false }) as { example?: string };
  const [language, setLanguage] = useState<SnippetLanguage>(LANGUAGES[0]);
  const { examples } = operation;
  const example = examples.find(({ name }) => name === chosen) ?? examples[0];
  if (example === undefined) return null;
  const caller = publishedCallerOf(operation, example, settings);
  const snippetInput = {
    operation,
    example,
    prefix,
    server: window.location.origin,
    tokenPath: settings.tokenPath,
    caller,
  };
  const snippet = snippetOf(language, snippetInput);
  return (
    <div className={classes.panel}>
      <h2 className={classes.title}>{WORDS.examples}</h2>
      <ExampleChoice examples={examples} example={example} />
      <TryIt key={example.name} operation={operation} example={example} />
      <fieldset className={classes.languages} aria-label={WORDS.snippet}>
        {LANGUAGES.map((name) => (
          <button
            key={name}
            type="button"
            className={classes.language}
            aria-pressed={name === language}
            onClick={() => setLanguage(name)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <CodeBlock text={snippet} label={WORDS.request} language={CODE_LANGUAGES[language]} />
      <h3
        className={classes.part}
      >{`${WORDS.answerPublished}: ${example.answer.status < 300 ? WORDS.succeeds : WORDS.refused}`}</h3>
      <CodeBlock text={responseText(example, prefix)} label={WORDS.answerPublished} language="json" />
    </div>
  );
}

function ExampleChoice({ examples, example }: { examples: readonly Example[]; example: Example }) {
  const navigate = useNavigate();
  const isRefused = ({ answer }: Example) => answer.status >= 300;
  const groups = [
    [WORDS.succeeds, examples.filter((each) => !isRefused(each))],
    [WORDS.refused, examples.filter(isRefused)],
  ] as const;
  return (
    <label className={classes.choice}>
      <span className={classes.label}>{WORDS.example}</span>
      <select
        className={classes.select}
        value={example.name}
        onChange={(event) =>
          void navigate({ to: '.', search: { example: event.currentTarget.value }, resetScroll: false } as never)
        }
      >
        {groups
          .filter(([, inGroup]) => inGroup.length > 0)
          .map(([name, inGroup]) => (
            <optgroup key={name} label={name}>
              {inGroup.map((each) => (
                <option key={each.name} value={each.name}>
                  {each.title}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
    </label>
  );
}
