//! Who may do what. Every request passes [`permit`], and nothing else decides.

use crate::problem::{Code, Problem};
use serde::{Deserialize, Serialize};

/// What somebody is in a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassRole"))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Makes the rules, invites, sees everything.
    Teacher,
    /// Sends in bots, which play on the ladder.
    Student,
    /// Looks at ladder and games, and sends nothing in.
    Guest,
}

impl Role {
    /// Its word in the file of the class.
    pub const fn word(self) -> &'static str {
        match self {
            Role::Teacher => "teacher",
            Role::Student => "student",
            Role::Guest => "guest",
        }
    }

    /// The role of a word.
    pub fn of(word: &str) -> Option<Role> {
        [Role::Teacher, Role::Student, Role::Guest].into_iter().find(|role| role.word() == word)
    }
}

/// Somebody who has come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The number in the file of the class, which bots and sessions refer to.
    pub id: i64,
    /// As the others see it.
    pub name: String,
    /// What it is here.
    pub role: Role,
}

/// Who may do something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Whoever asks, come in or not.
    Nothing,
    /// Whoever has come in.
    Member,
    /// Whoever has bots.
    Student,
    /// The teacher alone.
    Teacher,
    /// The person whose it is, and the teacher.
    Owner(i64),
}

/// Who asks, if it may: the one place where that is decided.
pub fn permit(caller: Option<Person>, need: Need) -> Result<Option<Person>, Problem> {
    let Some(person) = caller else {
        return match need {
            Need::Nothing => Ok(None),
            _ => Err(Problem::with_reason(Code::SignedOut, "come in first, by your link or with your password")),
        };
    };
    let teacher = person.role == Role::Teacher;
    let allowed = match need {
        Need::Nothing | Need::Member => true,
        Need::Student => person.role == Role::Student,
        Need::Teacher => teacher,
        Need::Owner(owner) => teacher || owner == person.id,
    };
    match allowed {
        true => Ok(Some(person)),
        false => Err(Problem::with_reason(Code::Forbidden, "this is not yours to see or to do")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_may_do_what_the_role_allows_and_no_more() {
        let person = |id, role| Some(Person { id, name: String::new(), role });
        let callers = [
            None,
            person(1, Role::Guest),
            person(2, Role::Student),
            person(3, Role::Student),
            person(4, Role::Teacher),
        ];
        let may = |need| callers.clone().map(|caller| permit(caller, need).is_ok());
        assert_eq!(may(Need::Nothing), [true; 5]);
        assert_eq!(may(Need::Member), [false, true, true, true, true]);
        assert_eq!(may(Need::Student), [false, false, true, true, false]);
        assert_eq!(may(Need::Teacher), [false, false, false, false, true]);
        assert_eq!(may(Need::Owner(2)), [false, false, true, false, true]);
    }
}
