import { deciding } from './join-request.ts'

export const rejectJoinRequest = deciding('rejected', {
  name: 'rejectJoinRequest',
  summary: 'Turns a user down who asked to join a company. For admins of the organization.',
})
