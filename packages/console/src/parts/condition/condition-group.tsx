import type { JsonValue } from '@cardwright/contract';
import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlusIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './condition.module.css';
import { newTestOf, useConditionSubject } from './condition-context.ts';

interface GroupParts {
  readonly form: 'all' | 'any';
  readonly parts: readonly JsonValue[];
  /** Path of the group in the condition, as faults name it. */
  readonly path: string;
  readonly actions: ReactNode;
  readonly faults: ReactNode;
  readonly onChange: (value: JsonValue) => void;
  /** Renders a part. The caller passes it in, because a part can be a group. */
  readonly renderPart: (part: JsonValue, at: number) => ReactNode;
}

/** A group of conditions, of which all or any have to hold. */
export function ConditionGroup({ form, parts, path, actions, faults, onChange, renderPart }: GroupParts) {
  const { t } = useWords();
  const newTest = newTestOf(useConditionSubject());
  const add = (part: JsonValue) => onChange({ [form]: [...parts, part] });
  return (
    <fieldset className={classes.group} data-node={path}>
      <legend className={classes.legend}>{t('condition.group')}</legend>
      <div className={classes.head}>
        <NativeSelect
          aria-label={t('condition.groupKind')}
          value={form}
          onChange={(event) => onChange({ [event.currentTarget.value]: [...parts] })}
        >
          <option value="all">{t('condition.all')}</option>
          <option value="any">{t('condition.any')}</option>
        </NativeSelect>
        {actions}
      </div>
      {parts.map(renderPart)}
      {faults}
      <div className={classes.more}>
        <Button variant="default" size="compact-sm" leftSection={<PlusIcon aria-hidden />} onClick={() => add(newTest)}>
          {t('condition.addTest')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<PlusIcon aria-hidden />}
          onClick={() => add({ any: [newTest] })}
        >
          {t('condition.addGroup')}
        </Button>
      </div>
    </fieldset>
  );
}
