import { TextInput } from '@mantine/core';
import { localTime, zonedTime } from './zoned-time.ts';

interface TimeFieldParts {
  /** For those who do not see what stands beside it, unless it is shown. */
  readonly label: string;
  readonly isLabelShown?: boolean;
  /** As the interface has it, or empty. */
  readonly value: string;
  readonly zone: string;
  readonly disabled?: boolean;
  readonly onChange: (time: string) => void;
}

/** A moment in the zone of the house. */
export function TimeField({ label, isLabelShown = false, value, zone, disabled, onChange }: TimeFieldParts) {
  return (
    <TextInput
      type="datetime-local"
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      value={localTime(value)}
      disabled={disabled}
      onChange={(event) => onChange(zonedTime(event.currentTarget.value, zone))}
    />
  );
}
