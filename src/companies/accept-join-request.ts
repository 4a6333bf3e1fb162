import { deciding } from './join-request.ts'

export const acceptJoinRequest = deciding('accepted', {
  name: 'acceptJoinRequest',
  summary: 'Lets a user into a company who asked to join it. For admins of the organization.',
})
