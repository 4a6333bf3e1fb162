import { mutationOf } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { listSandboxStories } from './stories/list-stories.ts'
import { playSandboxStory } from './stories/play-story.ts'
import { playView, storyView } from './stories/view.ts'

query('sandboxStories', listSandboxStories, [objectOf(storyView)])
mutationOf(playSandboxStory, 'play', objectOf(playView), 'What was played, and what it has made.')
