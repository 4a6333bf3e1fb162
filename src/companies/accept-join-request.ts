import { deciding } from './join-request.ts'

export const acceptJoinRequest = deciding('accepted', {
  name: 'acceptJoinRequest',
  summary: 'Accepts the request of a user to join a company. Only for admins of the organization.',
})
