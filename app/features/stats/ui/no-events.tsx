import { Notice } from '#app/ui/feedback/notice.tsx'
import { Terminal } from '#app/ui/feedback/terminal.tsx'

/** What to do where nothing was counted yet. */
export const NoEvents = ({ name }: { name: string }) => (
  <div className="mt-8">
    <Notice title="Nothing was counted in these days">
      <p>
        Uses of commands count as soon as Discord sends its interactions here. Members, messages and voice
        come from a runner: make a token for one, and give it to the machine that runs the bot of {name}.
      </p>
      <Terminal lines={['npm run -s signpost -- runners create --name "My runner"']} />
    </Notice>
  </div>
)
