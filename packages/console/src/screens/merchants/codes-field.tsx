import { Textarea } from '@mantine/core';
import { CATALOGUE_NAMES, ONBOARDING_RULE_WORDS } from '../../parts/merchant/onboarding-rules.ts';
import { FaultText, type TypedFault } from '../../parts/page/findings.tsx';
import { useWords } from '../../words/language.ts';
import classes from './merchants.module.css';
import { type CodesPath, codeFaults, type RulesDraft } from './rules-draft.ts';

interface CodesParts {
  readonly path: CodesPath;
  readonly draft: RulesDraft;
  readonly faults: readonly TypedFault[];
  readonly about: string;
  readonly onChange: (text: string) => void;
}

/** An input for a list of codes, typed or pasted. Each fault names its code. */
export function CodesField({ path, draft, faults, about, onChange }: CodesParts) {
  const { t } = useWords();
  const found = codeFaults(draft, path, faults);
  // The server refers to other lists by their names in the interface.
  const nameLists = (message: string) =>
    CATALOGUE_NAMES.reduce(
      (text, name) => text.replace(new RegExp(`\\b${name}\\b`), t(ONBOARDING_RULE_WORDS[`catalogues.${name}`])),
      message,
    );
  const error = found.map(({ path: at, message, entry, ...fault }) => (
    <span key={at + message} data-fault={at} className={classes.fault}>
      {entry !== undefined && (
        <>
          <bdi dir="ltr">{entry}</bdi>:{' '}
        </>
      )}
      <bdi>
        <FaultText {...fault} message={nameLists(message)} />
      </bdi>
    </span>
  ));
  return (
    <Textarea
      label={t(ONBOARDING_RULE_WORDS[path])}
      description={about}
      error={error.length > 0 && error}
      value={draft[path]}
      dir="ltr"
      autosize
      minRows={1}
      maxRows={14}
      spellCheck={false}
      data-path={path}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
