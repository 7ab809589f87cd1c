import Trained from './trained'
export default function Page() { return <Trained /> }
