import { COUNTRIES_FIELD, FLAG_FIELDS, type LimitField, type SettingsField, SWITCHES } from '@cardwright/contract';
import { TextInput } from '@mantine/core';
import { faultAt, type TypedFault } from '../../parts/page/findings.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { CountryList } from '../../parts/value/country-list.tsx';
import { fieldWord, PERIOD_LIMITS, TRANSACTION_LIMITS } from '../../parts/value/setting-fields.ts';
import { WordSelect } from '../../parts/value/word-select.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import type { ProgramDraft, ProgramPart } from './program-draft.ts';
import classes from './programs.module.css';

const LIMITS: readonly LimitField[] = [
  ...[...PERIOD_LIMITS, ...TRANSACTION_LIMITS].map(({ field }) => field),
  'cardPresentAllowBelowLimit',
];
const GROUP: SettingsField = 'merchantGroupProfileId';
const SWITCH_CHOICES: Readonly<Record<string, WordKey>> = { '': 'program.notSet', ON: 'switch.on', OFF: 'switch.off' };
const FLAG_CHOICES: Readonly<Record<string, WordKey>> = {
  '': 'program.notSet',
  true: 'abroad.yes',
  false: 'abroad.no',
};

interface FieldsParts {
  readonly draft: ProgramDraft;
  readonly set: (part: ProgramPart, field: SettingsField, value: string) => void;
  readonly faults: readonly TypedFault[];
}

/** Shows every field that a program can define. Empty fields are not defined. */
export function ProgramFields(parts: FieldsParts) {
  const { t } = useWords();
  return (
    <>
      <Panel title={t('limits.title')}>
        <p className={classes.about}>{t('program.limitsAbout')}</p>
        <ul className={classes.list}>
          {LIMITS.map((field) => (
            <AmountRow key={field} field={field} {...parts} />
          ))}
        </ul>
      </Panel>
      <Panel title={t('switches.title')}>
        <div className={classes.grid}>
          {SWITCHES.map((name) => (
            <Choice key={name} field={`${name}Status`} words={SWITCH_CHOICES} {...parts} />
          ))}
        </div>
      </Panel>
      <Panel title={t('abroad.title')}>
        <div className={classes.grid}>
          {FLAG_FIELDS.map((field) => (
            <Choice key={field} field={field} words={FLAG_CHOICES} {...parts} />
          ))}
          <OtherFields {...parts} />
        </div>
      </Panel>
    </>
  );
}

/** A default and its ceiling on one line. */
function AmountRow({ field, draft, set, faults }: FieldsParts & { readonly field: LimitField }) {
  const { t } = useWords();
  const name = t(fieldWord(field) ?? 'whatIf.setting');
  const amount = (part: ProgramPart, word: WordKey) => (
    <TextInput
      className={classes.amount}
      label={t(word)}
      aria-label={`${name}: ${t(word)}`}
      value={draft[part][field] ?? ''}
      inputMode="decimal"
      dir="ltr"
      maxLength={20}
      autoComplete="off"
      error={faultAt(faults, `${part}.${field}`)}
      onChange={(event) => set(part, field, event.currentTarget.value.trim())}
    />
  );
  return (
    <li className={classes.row} data-program-field={field}>
      <span className={classes.name}>{name}</span>
      <span className={classes.amounts}>
        {amount('defaults', 'program.default')}
        {amount('ceilings', 'program.ceiling')}
      </span>
    </li>
  );
}

interface ChoiceParts extends FieldsParts {
  readonly field: SettingsField;
  readonly words: Readonly<Record<string, WordKey>>;
}

function Choice({ field, words, draft, set, faults }: ChoiceParts) {
  const { t } = useWords();
  return (
    <WordSelect
      label={t(fieldWord(field) ?? 'whatIf.setting')}
      value={draft.defaults[field] ?? ''}
      words={words}
      error={faultAt(faults, `defaults.${field}`)}
      onChange={(value) => set('defaults', field, value)}
    />
  );
}

function OtherFields({ draft, set, faults }: FieldsParts) {
  const { t } = useWords();
  const ofCountries = faultAt(faults, `defaults.${COUNTRIES_FIELD}`);
  return (
    <>
      <TextInput
        label={t('program.merchantGroup')}
        value={draft.defaults[GROUP] ?? ''}
        dir="ltr"
        maxLength={50}
        autoComplete="off"
        error={faultAt(faults, `defaults.${GROUP}`)}
        onChange={(event) => set('defaults', GROUP, event.currentTarget.value.trim())}
      />
      <div className={classes.wide}>
        <CountryList
          label={t('abroad.countries')}
          value={draft.defaults[COUNTRIES_FIELD] ?? ''}
          onChange={(countries) => set('defaults', COUNTRIES_FIELD, countries)}
        />
        {ofCountries}
      </div>
    </>
  );
}
