import { NativeSelect, TextInput } from '@mantine/core';
import { useMerchantValue } from '../../parts/merchant/merchant-value.ts';
import { useFieldLabel } from '../../parts/merchant/path-label.ts';
import { useWords } from '../../words/language.ts';
import { type FieldParts, useForm } from './form-context.ts';
import { valueAt } from './form-schema.ts';
import { SchemaGroup } from './schema-group.tsx';
import { SchemaList } from './schema-list.tsx';

/** Inputs for a field of any kind, as its schema describes it. */
export function SchemaField(parts: FieldParts) {
  const { schema } = parts;
  if (schema.items !== undefined) return <SchemaList {...parts} />;
  if (schema.properties !== undefined || schema.variants !== undefined) return <SchemaGroup {...parts} />;
  // A map can have any keys. A file can contain a map, but the form has no fields for it.
  return schema.entries === undefined ? <LeafField {...parts} /> : null;
}

function LeafField({ schema, name, path, isRequired }: FieldParts) {
  const { t, language } = useWords();
  const { record, set, findings } = useForm();
  const label = useFieldLabel();
  const valueLabel = useMerchantValue();
  const value = valueAt(record, path);
  const common = {
    label: label(name),
    value: value === undefined || value === null ? '' : String(value),
    error: findings.get(path),
    withAsterisk: isRequired,
    'aria-required': isRequired,
    'data-path': path,
    // The descriptions in the contract are English, so pages in other languages do not show them.
    ...(language === 'en' && schema.description !== undefined && { description: schema.description }),
  };
  const options = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  if (options === undefined) {
    return (
      <TextInput
        {...common}
        maxLength={schema.maxLength}
        inputMode={schema.type === 'integer' ? 'numeric' : undefined}
        autoComplete="off"
        dir="auto"
        onChange={(event) => set(path, event.currentTarget.value)}
      />
    );
  }
  const choose = (text: string) =>
    set(path, text === '' ? undefined : schema.type === 'boolean' ? text === 'true' : text);
  return (
    <NativeSelect {...common} onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">{t('boarding.choose')}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {valueLabel(path, option)}
        </option>
      ))}
    </NativeSelect>
  );
}
