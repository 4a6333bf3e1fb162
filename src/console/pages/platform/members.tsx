/** Who has signed in for the organization, as what, and how their access ends. */
import { useState } from 'react'
import { EndAccessDocument, MembersDocument, type MembersQuery } from '#operations'
import { useAct } from '../../data/act.ts'
import { useList } from '../../data/pages.ts'
import { Sure } from '../../ui/form.tsx'
import { Head } from '../../ui/head.tsx'
import { Button } from '../../ui/parts.tsx'
import { type Column, List } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'

type Member = MembersQuery['members']['nodes'][number]

const EndAccess = ({ member, onClose }: { member: Member; onClose: () => void }) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(EndAccessDocument)
  const end = async (): Promise<void> => {
    if (await run({ userId: member.userId })) onClose()
  }
  return (
    <Sure
      {...{ isBusy, problem, onClose }}
      title={member.email ?? member.userId}
      text={t('endAccessSure')}
      action={t('endAccess')}
      onSubmit={() => void end()}
    />
  )
}

const useColumns = (open: (member: Member) => void): readonly Column<Member>[] => {
  const { t, spell, moment } = useWords()
  return [
    { name: t('who'), of: ({ email, userId }) => email ?? userId },
    { name: t('roles'), of: ({ roles }) => roles.map(spell).join(', ') },
    { name: t('lastSeen'), look: 'wide-only soft', of: ({ lastSeenAt }) => moment(lastSeenAt) },
    { name: t('operation'), look: 'wide-only soft', of: ({ lastOperation }) => lastOperation ?? '–' },
    {
      name: '',
      look: 'number',
      of: (one) => (
        <Button look="quiet" onPress={() => open(one)}>
          {t('endAccess')}
        </Button>
      ),
    },
  ]
}

export const Members = () => {
  const { t } = useWords()
  const list = useList(MembersDocument)
  const [open, setOpen] = useState<Member>()
  const columns = useColumns(setOpen)
  return (
    <>
      <Head title={t('members')} />
      <List
        label={t('members')}
        list={list}
        columns={columns}
        keyOf={({ userId }) => userId}
        empty={t('emptyMembers')}
      />
      {open && <EndAccess member={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
