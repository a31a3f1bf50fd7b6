import { useDirection } from '@mantine/core';

/** Between what was and what is: it points the way people read. */
export function ChangeArrow() {
  const { dir } = useDirection();
  return <> {dir === 'rtl' ? '←' : '→'} </>;
}
