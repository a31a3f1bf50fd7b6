import { Drawer } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useWords } from '../words/language.ts';
import { SideBar } from './side-bar.tsx';

/** The side bar of a small screen. It comes closed and opens then, so that the focus goes back to where it was. */
export function NavigationDrawer({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { t } = useWords();
  const isHere = useMounted();
  return (
    <Drawer
      opened={isOpen && isHere}
      onClose={close}
      size={270}
      title={t('frame.work')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <SideBar onChosen={close} />
    </Drawer>
  );
}
